//! Eight shared secrets and eight public keys, which a vector backend must know before it is used.
//!
//! A miscompiled build or a broken hypervisor is found here, in tens of microseconds. The answers are those of RFC 7748's
//! pseudo-code in arbitrary-precision integers; a test compares them with the portable code.

use crate::Backend;
use crate::words::{self, Words};

const LANES: usize = 8;

/// Byte `i` of scalar `n` is `37 n + 11 i`.
const fn scalars() -> [[u8; 32]; LANES] {
    pattern(37, 11, 0)
}

/// Byte `i` of point `n` is `151 n + 73 i + 9`; but point 5 is p, so zero, and point 6 is 2^256 - 1.
const fn points() -> [[u8; 32]; LANES] {
    let mut points = pattern(151, 73, 9);
    points[5] = [0xff; 32];
    points[5][0] = 0xed;
    points[5][31] = 0x7f;
    points[6] = [0xff; 32];
    points
}

#[expect(clippy::cast_possible_truncation, reason = "modulo 256")]
const fn pattern(lane: usize, byte: usize, start: usize) -> [[u8; 32]; LANES] {
    let mut all = [[0; 32]; LANES];
    let mut i = 0;
    while i < 32 * LANES {
        all[i / 32][i % 32] = (lane * (i / 32) + byte * (i % 32) + start) as u8;
        i += 1;
    }
    all
}

const SHARED: [Words; LANES] = [
    [0x504c_1600_3307_ffde, 0xf6d7_744e_189c_cb77, 0x9c6c_0d0c_2883_8895, 0x1614_1172_22eb_4e1c],
    [0x6b05_e172_62d8_b44c, 0x99fc_bdc7_55f6_586c, 0xa2d0_3657_31cd_0539, 0x503f_8c33_46ba_2df8],
    [0x54c5_2799_9017_5c11, 0x0213_e096_250d_ce57, 0x376c_53ed_4c70_2205, 0x3570_89f9_e696_b1c1],
    [0xf82d_5217_de38_6b6d, 0x9c3b_2918_a5d0_fafb, 0xafba_c227_d8d7_cbaf, 0x1cdf_f5e1_fcc4_66de],
    [0x660d_2872_a4cd_8824, 0xdd5c_d896_ba9b_a24a, 0x484a_a631_7b20_90df, 0x2c9a_84cb_90c9_a979],
    [0x0000_0000_0000_0000, 0x0000_0000_0000_0000, 0x0000_0000_0000_0000, 0x0000_0000_0000_0000],
    [0x8dae_e880_2e50_7a28, 0x8f0d_76c8_9740_09ee, 0x6f28_e371_7daa_1a12, 0x3222_c881_fabc_baf3],
    [0xddc8_59ce_fd95_aad2, 0xb602_6ce2_1dfb_f5c7, 0x4cb3_64d0_f8b0_5346, 0x7298_2666_e171_440e],
];

const PUBLIC: [Words; LANES] = [
    [0x84f9_95f6_b37f_bfe5, 0x50eb_e502_a33b_30d7, 0xcf69_a1c9_6a12_1c54, 0x7625_bdad_8d77_56c2],
    [0x8e17_faec_249d_7c9c, 0xcdf5_5235_b776_fbe6, 0x3beb_bedc_e73b_8d53, 0x3ac9_3529_fb97_f9f6],
    [0xa430_b381_2e05_4f9c, 0x8d6a_1f89_b741_d2c6, 0x021a_b9ea_31fc_f93f, 0x782d_2b0d_32ed_c5d6],
    [0x3a01_ee8a_9e67_d3d1, 0xd9a9_1184_5772_f2d7, 0x8e10_f75a_b993_e5ea, 0x5110_c1a4_c369_4509],
    [0xafcb_116a_e1b4_8baa, 0x575e_e950_6e92_6a48, 0xdf22_48d5_5a3b_c59d, 0x5703_7af1_9212_f340],
    [0xbe35_58ef_d390_f7e6, 0xd489_470f_6a6a_fa1d, 0xfc03_b60c_94c5_597c, 0x4ea3_4b62_8e5a_b238],
    [0xba8e_7802_0ffb_63f5, 0xe523_e0a4_300c_7417, 0x17b4_432e_06a6_45b8, 0x082f_7c28_0253_6d4e],
    [0x5b7e_1c09_1c7d_ba04, 0x113f_c800_fbf8_1d60, 0xcdc6_66fe_fe6f_b5f4, 0x6fab_5be5_0641_913c],
];

/// Whether `backend` finds them.
pub(super) fn hold(backend: Backend) -> bool {
    let (mut shared, mut public) = ([[0; 32]; LANES], [[0; 32]; LANES]);
    let done = backend.x25519_batch(&scalars(), &points(), &mut shared).is_ok()
        && backend.x25519_base_batch(&scalars(), &mut public).is_ok();
    done && shared == SHARED.map(|w| words::to_bytes(&w))
        && public == PUBLIC.map(|w| words::to_bytes(&w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portable_code_knows_the_answers() {
        assert!(hold(Backend::Portable) && hold(Backend::Portable64));
    }

    #[test]
    fn a_wrong_bit_is_found() {
        let mut shared = [[0; 32]; LANES];
        Backend::Portable.x25519_batch(&scalars(), &points(), &mut shared).expect("equal lengths");
        for n in (0..LANES).filter(|&n| n != 5) {
            let mut other = points();
            other[n][17] ^= 1;
            let mut wrong = [[0; 32]; LANES];
            Backend::Portable.x25519_batch(&scalars(), &other, &mut wrong).expect("equal lengths");
            assert_ne!(shared[n], wrong[n]);
        }
    }
}
