/**
 * The fonts of the generated PDFs (public/fonts/*.ttf): Manrope and Noto, SIL Open Font License 1.1, cut to the letters of src/device/pdf-letters.ts.
 * jsPDF reads TrueType only, so it cannot use the woff2 files of the screens. The result is committed. To generate it again:
 *   npm install --no-save subset-font@2.9.0 @expo-google-fonts/manrope@0.4.2 @expo-google-fonts/noto-sans@0.4.2 @expo-google-fonts/noto-sans-arabic@0.4.3 \
 *     @expo-google-fonts/noto-sans-sc@0.4.3 @expo-google-fonts/noto-sans-kr@0.4.3 @fontsource/noto-sans-hebrew@5.3.0 @fontsource/noto-sans-georgian@5.3.0 \
 *     @fontsource/noto-sans-armenian@5.3.0 && node --import tsx supabase/clips/make-pdf-fonts.mjs
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { PDF_FONTS } from '../../src/device/pdf-letters.ts';

const require = createRequire(import.meta.url);
const fonts = fileURLToPath(new URL('../../public/fonts/', import.meta.url));
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));
const google = (name, file) => (weight) =>
  join(
    folderOf(`@expo-google-fonts/${name}`),
    weight === '400' ? '400Regular' : '700Bold',
    `${file}_${weight === '400' ? '400Regular' : '700Bold'}.ttf`,
  );
const fontsource = (script) => (weight) =>
  join(folderOf(`@fontsource/noto-sans-${script}`), `files/noto-sans-${script}-${script}-${weight}-normal.woff2`);

const sources = {
  manrope: google('manrope', 'Manrope'),
  'noto-sans': google('noto-sans', 'NotoSans'),
  'noto-hebrew': fontsource('hebrew'),
  'noto-arabic': google('noto-sans-arabic', 'NotoSansArabic'),
  'noto-georgian': fontsource('georgian'),
  'noto-armenian': fontsource('armenian'),
  'noto-chinese': google('noto-sans-sc', 'NotoSansSC'),
  'noto-korean': google('noto-sans-kr', 'NotoSansKR'),
};
const allLetters = Array.from({ length: 0x10000 }, (_, code) => code);

for (const { family, weights, has } of PDF_FONTS)
  for (const weight of weights) {
    const letters = allLetters
      .filter(has)
      .map((code) => String.fromCharCode(code))
      .join('');
    // Omit the layout tables, because jsPDF does not read them.
    const cut = await subsetFont(readFileSync(sources[family](weight)), letters, {
      targetFormat: 'truetype',
      noLayoutClosure: true,
    });
    writeFileSync(join(fonts, `${family}-${weight}.ttf`), cut);
  }
copyFileSync(join(folderOf('@expo-google-fonts/manrope'), 'LICENSE_FONT'), join(fonts, 'manrope-license.txt'));
copyFileSync(join(folderOf('@expo-google-fonts/noto-sans'), 'LICENSE_FONT'), join(fonts, 'noto-license.txt'));
