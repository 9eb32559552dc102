//! Numbers as codes, in steps that grow: small numbers need fine steps, large ones do not.

/// The largest code; no number is larger than what it stands for, 32,692.
pub(super) const LARGEST: i16 = 519;
/// The size of a number when the steps have become twice as large as the first one.
const BEND: f64 = 1_000.0;
/// How much larger each number is than the one before, measured from [`BEND`] below zero. Steps three
/// times as large cost a fifteenth of the points of a player who looks one ply ahead.
const GROWTH: f64 = 1.0068;

/// The number of a code.
pub(super) fn value(code: i16) -> i16 {
    let size = BEND * (GROWTH.powi(i32::from(code).abs()) - 1.0);
    size.round() as i16 * code.signum()
}

/// The code of the nearest number.
pub(super) fn code(value: f32) -> i16 {
    let code = (f64::from(value.abs()) / BEND + 1.0).ln() / GROWTH.ln();
    (code.round().min(f64::from(LARGEST)) * f64::from(value.signum())) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_comes_back_from_its_code() {
        for known in -LARGEST..=LARGEST {
            assert_eq!(code(value(known).into()), known);
        }
        for number in (-32_690..32_690).map(|number| number as f32) {
            let back = f32::from(value(code(number)));
            assert!((back - number).abs() <= 4.0 + number.abs() * 0.0035, "{number}: {back}");
        }
        assert_eq!(value(LARGEST), 32_692);
        assert_eq!((code(1e9), code(-1e9)), (LARGEST, -LARGEST));
    }
}
