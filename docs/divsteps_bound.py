#!/usr/bin/env python3
"""How many divsteps reach g = 0 for every f and g with 0 <= g <= f <= p = 2^255 - 19? See bounds.md.

    docs/divsteps_bound.py [BITS]      the number for p, or for f < 2^BITS; some minutes for p
    docs/divsteps_bound.py --self-test compares small cases with an exhaustive search

Pieter Wuille's method (github.com/sipa/safegcd-bounds): take all real f and g of the triangle, not only whole ones, and let
every divstep be taken as if g were even and as if it were odd. A state is a convex polygon of (f, g) for each delta; both
forms of a divstep are linear, so that the images of its corners are enough. Where all corners have |g| < 1, a whole g is
0. After n divsteps the coordinates are kept times 2^n, so all numbers are whole and nothing is rounded.
"""

import sys


def hull(points):
    """The corners of the convex hull (Andrew's monotone chain)."""
    points = sorted(set(points))
    if len(points) < 3:
        return points

    def half(points):
        chain = []
        for x, y in points:
            while len(chain) > 1:
                (x1, y1), (x2, y2) = chain[-2:]
                if (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return half(points) + half(points[::-1])


def bound(largest):
    """Divsteps after which g is 0, for all 0 <= g <= f <= largest. The key is 2 delta, which begins with 1."""
    states, n = {1: [(0, 0), (largest, 0), (largest, largest)]}, 0
    while states:
        n += 1
        images = {}
        for delta, corners in states.items():
            images.setdefault(2 + delta, []).extend((2 * f, g) for f, g in corners)
            if delta > 0:
                images.setdefault(2 - delta, []).extend((2 * g, g - f) for f, g in corners)
            else:
                images.setdefault(2 + delta, []).extend((2 * f, g + f) for f, g in corners)
        states = {
            delta: hull(points)
            for delta, points in images.items()
            if any(abs(g) >= 1 << n for _, g in points)
        }
    return n


def divsteps(f, g):
    """Divsteps until g is 0, by the definition."""
    n, delta = 0, 1
    while g:
        n += 1
        if delta > 0 and g & 1:
            delta, f, g = 2 - delta, g, (g - f) >> 1
        else:
            delta, g = 2 + delta, (g + (g & 1) * f) >> 1
    return n


def self_test():
    for bits in range(2, 11):
        largest = (1 << bits) - 1
        most = max(divsteps(f, g) for f in range(1, largest + 1, 2) for g in range(f + 1))
        found = bound(largest)
        print(f"f < 2^{bits}: bound {found}, most {most}")
        assert most <= found <= most + 1, "the bound holds, and is near"


if sys.argv[1:] == ["--self-test"]:
    self_test()
else:
    print(bound((1 << int(sys.argv[1])) - 1 if sys.argv[1:] else 2**255 - 19))
