//! Numbers as JavaScript prints them.

use serde_json::Number;

/// Below this magnitude every whole number is exact as a double, and JavaScript prints its decimal digits.
const EXACT: u64 = 1 << 53;

/// Appends `number` as `JSON.stringify` would print the double nearest to it.
pub(super) fn write_number(number: &Number, out: &mut String) {
    if let Some(whole) = number.as_i64().filter(|whole| whole.unsigned_abs() <= EXACT) {
        out.push_str(itoa::Buffer::new().format(whole));
    } else {
        // Without `arbitrary_precision` a number is an integer or a finite double: the fallback is never taken.
        let double = number.as_f64().unwrap_or_default();
        // Minus zero prints like zero.
        let double = if double == 0.0 { 0.0 } else { double };
        out.push_str(ryu_js::Buffer::new().format_finite(double));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_json;

    fn check(text: &str, expect: &str) {
        let mut out = String::new();
        write_number(read_json(text).unwrap().as_number().unwrap(), &mut out);
        assert_eq!(out, expect, "{text}");
    }

    #[test]
    fn spellings() {
        check("0", "0");
        check("-0", "0");
        check("-0.0", "0");
        check("0e5", "0");
        check("1.0", "1");
        check("1e3", "1000");
        check("600000.0", "600000");
        check("100000000000000000000", "100000000000000000000");
        check("1e20", "100000000000000000000");
        check("1e21", "1e+21");
        check("1e-6", "0.000001");
        check("1e-7", "1e-7");
        check("5e-324", "5e-324");
        check("1e-400", "0");
        check("0.1", "0.1");
        check("9007199254740992", "9007199254740992");
        check("9007199254740993", "9007199254740992");
        check("-9007199254740993", "-9007199254740992");
        check("18446744073709551615", "18446744073709552000");
        check("9223372036854775807", "9223372036854776000");
        check("123456789012345678901234567890", "1.2345678901234568e+29");
        check("1.7976931348623157e308", "1.7976931348623157e+308");
    }

    #[test]
    fn the_numbers_of_rfc_8785_appendix_b() {
        for (bits, expect) in [
            (0x0000_0000_0000_0000_u64, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            let mut out = String::new();
            write_number(&Number::from_f64(f64::from_bits(bits)).unwrap(), &mut out);
            assert_eq!(out, expect, "{bits:x}");
        }
    }
}
