// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/colour_tables.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace attnscope::ui {
namespace {

// viridis by S. van der Walt and N. Smith, cividis by J. Nuñez, C. Anderton and R. Renslow; both
// are in the public domain (CC0).
constexpr char kViridis[] =
    "44015444025645045745055946075a46085c460a5d460b5e470d60470e61471063471164471365481467"
    "48166848176948186a481a6c481b6d481c6e481d6f481f70482071482173482374482475482576482677"
    "482878482979472a7a472c7a472d7b472e7c472f7d46307e46327e46337f463480453581453781453882"
    "443983443a83443b84433d84433e85423f854240864241864142874144874045884046883f47883f4889"
    "3e49893e4a893e4c8a3d4d8a3d4e8a3c4f8a3c508b3b518b3b528b3a538b3a548c39558c39568c38588c"
    "38598c375a8c375b8d365c8d365d8d355e8d355f8d34608d34618d33628d33638d32648e32658e31668e"
    "31678e31688e30698e306a8e2f6b8e2f6c8e2e6d8e2e6e8e2e6f8e2d708e2d718e2c718e2c728e2c738e"
    "2b748e2b758e2a768e2a778e2a788e29798e297a8e297b8e287c8e287d8e277e8e277f8e27808e26818e"
    "26828e26828e25838e25848e25858e24868e24878e23888e23898e238a8d228b8d228c8d228d8d218e8d"
    "218f8d21908d21918c20928c20928c20938c1f948c1f958b1f968b1f978b1f988b1f998a1f9a8a1e9b8a"
    "1e9c891e9d891f9e891f9f881fa0881fa1881fa1871fa28720a38620a48621a58521a68522a78522a884"
    "23a98324aa8325ab8225ac8226ad8127ad8128ae8029af7f2ab07f2cb17e2db27d2eb37c2fb47c31b57b"
    "32b67a34b67935b77937b87838b9773aba763bbb753dbc743fbc7340bd7242be7144bf7046c06f48c16e"
    "4ac16d4cc26c4ec36b50c46a52c56954c56856c66758c7655ac8645cc8635ec96260ca6063cb5f65cb5e"
    "67cc5c69cd5b6ccd5a6ece5870cf5773d05675d05477d1537ad1517cd2507fd34e81d34d84d44b86d549"
    "89d5488bd6468ed64590d74393d74195d84098d83e9bd93c9dd93ba0da39a2da37a5db36a8db34aadc32"
    "addc30b0dd2fb2dd2db5de2bb8de29bade28bddf26c0df25c2df23c5e021c8e020cae11fcde11dd0e11c"
    "d2e21bd5e21ad8e219dae319dde318dfe318e2e418e5e419e7e419eae51aece51befe51cf1e51df4e61e"
    "f6e620f8e621fbe723fde725";
constexpr char kCividis[] =
    "00224e00234f00245100255300255400265600275800285900285b00295d002a5f002a61002b62002c64"
    "002c66002d68002e6a002e6c002f6d00306f0030700031700031710132710533710833700c34700f3570"
    "12357014367016377018376f1a386f1c396f1e3a6f203a6f213b6e233c6e243c6e263d6e273e6e293f6e"
    "2a3f6d2b406d2d416d2e416d2f426d31436d32436d33446d34456c35456c36466c38476c39486c3a486c"
    "3b496c3c4a6c3d4a6c3e4b6c3f4c6c404c6c414d6c424e6c434e6c444f6c45506c46516c47516c48526c"
    "49536c4a536c4b546c4c556c4d556c4e566c4f576c50576c51586d52596d535a6d545a6d555b6d555c6d"
    "565c6d575d6d585e6d595e6e5a5f6e5b606e5c616e5d616e5e626e5e636f5f636f60646f61656f62656f"
    "636670646770656870656870666970676a71686a71696b716a6c716b6d726c6d726c6e726d6f726e6f73"
    "6f70737071737172747272747273747374757474757575757676767777767777777878777979777a7a78"
    "7b7a787c7b787d7c787e7c787e7d787f7e78807f78817f78828079838179848279858279868379878478"
    "8885788985788a86788b87788c88788d88788e89788f8a78908b78918b78928c78928d78938e78948e77"
    "958f779690779791779892779992779a93769b94769c95769d95769e96769f9775a09875a19975a29975"
    "a39a74a49b74a59c74a69c74a79d73a89e73a99f73aaa073aba072aca172ada272aea371afa471b0a571"
    "b1a570b3a670b4a76fb5a86fb6a96fb7a96eb8aa6eb9ab6dbaac6dbbad6dbcae6cbdae6cbeaf6bbfb06b"
    "c0b16ac1b26ac2b369c3b369c4b468c5b568c6b667c7b767c8b866c9b965cbb965ccba64cdbb63cebc63"
    "cfbd62d0be62d1bf61d2c060d3c05fd4c15fd5c25ed6c35dd7c45cd9c55cdac65bdbc75adcc859ddc858"
    "dec958dfca57e0cb56e1cc55e2cd54e4ce53e5cf52e6d051e7d150e8d24fe9d34eead34cebd44bedd54a"
    "eed649efd748f0d846f1d945f2da44f3db42f5dc41f6dd3ff7de3ef8df3cf9e03afbe138fce236fde334"
    "fee434fee535fee636fee838";

// ColorBrewer's RdBu (turned round) and PRGn, by C. Brewer: both can be told apart by eyes that
// confuse red and green. The steps between are filled in OKLab.
constexpr std::array<QRgb, 11> kBlueRed = {0x053061, 0x2065ab, 0x4393c3, 0x90c4dd,
                                           0xd1e5f0, 0xf7f6f6, 0xfddbc7, 0xf3a481,
                                           0xd6604d, 0xb1182b, 0x67001f};
constexpr std::array<QRgb, 11> kPurpleGreen = {0x40004b, 0x752982, 0x9970ab, 0xc1a4ce,
                                               0xe7d4e8, 0xf6f7f6, 0xd9f0d3, 0xa5da9f,
                                               0x5aae61, 0x1a7736, 0x00441b};

double toLinear(int channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

int fromLinear(double linear) {
    const double c =
        linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
    return std::clamp(static_cast<int>(std::lround(c * 255.0)), 0, 255);
}

struct OkLab {
    double l, a, b;
};

// B. Ottosson, "A perceptual color space for image processing" (2020).
OkLab toOkLab(QRgb colour) {
    const double r = toLinear(qRed(colour)), g = toLinear(qGreen(colour)),
                 b = toLinear(qBlue(colour));
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb fromOkLab(const OkLab &c) {
    const double l = std::pow(c.l + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
    const double m = std::pow(c.l - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
    const double s = std::pow(c.l - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
    return qRgb(fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

ColourTable fromText(const char *hex) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    ColourTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const char *at = hex + 6 * i;
        const auto byte = [&](int k) { return digit(at[2 * k]) * 16 + digit(at[2 * k + 1]); };
        table[i] = qRgb(byte(0), byte(1), byte(2));
    }
    return table;
}

// `steps` must be of odd number, so that the middle of the table is the middle step.
ColourTable fromSteps(std::span<const QRgb> steps) {
    ColourTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double at = static_cast<double>(i) / 255.0 * static_cast<double>(steps.size() - 1);
        const auto low = std::min(static_cast<std::size_t>(at), steps.size() - 2);
        const double f = at - static_cast<double>(low);
        const OkLab a = toOkLab(steps[low]), b = toOkLab(steps[low + 1]);
        table[i] = fromOkLab({a.l + f * (b.l - a.l), a.a + f * (b.a - a.a), a.b + f * (b.b - a.b)});
    }
    return table;
}

// Equal steps of L* from 4 to 100: the darkest is still not the black of text.
ColourTable grey() {
    ColourTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double l = 4.0 + 96.0 * static_cast<double>(i) / 255.0;
        const double y = l > 8.0 ? std::pow((l + 16.0) / 116.0, 3) : l / 903.2963;
        const int c = fromLinear(y);
        table[i] = qRgb(c, c, c);
    }
    return table;
}

} // namespace

const ColourTable &colourTable(ColourMap map) {
    static const ColourTable viridis = fromText(kViridis), cividis = fromText(kCividis),
                             greys = grey(), blueRed = fromSteps(kBlueRed),
                             purpleGreen = fromSteps(kPurpleGreen);
    switch (map) {
    case ColourMap::Viridis:
        return viridis;
    case ColourMap::Cividis:
        return cividis;
    case ColourMap::Grey:
        return greys;
    case ColourMap::BlueRed:
        return blueRed;
    case ColourMap::PurpleGreen:
        return purpleGreen;
    }
    return viridis;
}

bool isDiverging(ColourMap map) {
    return map == ColourMap::BlueRed || map == ColourMap::PurpleGreen;
}

double lightness(QRgb colour) {
    const double y = 0.2126 * toLinear(qRed(colour)) + 0.7152 * toLinear(qGreen(colour)) +
                     0.0722 * toLinear(qBlue(colour));
    return y > 216.0 / 24389.0 ? 116.0 * std::cbrt(y) - 16.0 : y * 24389.0 / 27.0;
}

} // namespace attnscope::ui
