/**
 * The fonts of the generated PDFs (public/fonts/manrope-*.ttf): Manrope, SIL Open Font License 1.1, subset to Bulgarian
 * and Latin. jsPDF reads TrueType only, so it cannot use the woff2 files of the screens. The result is committed. To generate it again:
 *   npm install --no-save subset-font@2.9.0 @expo-google-fonts/manrope@0.4.2 && node supabase/clips/make-pdf-fonts.mjs
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const source = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/manrope/package.json'));
const fonts = fileURLToPath(new URL('../../public/fonts/', import.meta.url));

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');
/** Latin with accented letters (names), Cyrillic, and the punctuation of Bulgarian typography. */
const letters = `${range(0x20, 0x7e)}${range(0xa0, 0x17f)}${range(0x400, 0x45f)}–—‘’‚“”„•…‹›€№−×`;

for (const [weight, name] of [
  ['400', '400Regular/Manrope_400Regular.ttf'],
  ['700', '700Bold/Manrope_700Bold.ttf'],
]) {
  // Omit the layout tables, because jsPDF does not read them.
  const cut = await subsetFont(readFileSync(join(source, name)), letters, {
    targetFormat: 'truetype',
    noLayoutClosure: true,
  });
  writeFileSync(join(fonts, `manrope-${weight}.ttf`), cut);
}
copyFileSync(join(source, 'LICENSE_FONT'), join(fonts, 'manrope-license.txt'));
