// Draws certificate templates and lesson PDFs: node --import tsx supabase/clips/make-papers.mjs. Needs Chromium; the output is committed.
//   media/certificate-templates/<name>.png   A4 landscape, 1123 × 794 at double resolution, without the name
//   media/resources/parvi-sloy.pdf           the first layer on one page, for the wall beside the printer
//   media/resources/materiali.pdf            temperatures, hours and uses of seven materials
// The PDFs contain real text, so they can be searched and read aloud.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { printed } from '../../src/ui/drawing/printed.ts';
import { slice } from '../../src/ui/drawing/slice.ts';

const media = fileURLToPath(new URL('../media/', import.meta.url));
const fonts = fileURLToPath(new URL('../../public/fonts/', import.meta.url));
/** The file's name ends with a hash of its contents. */
const font = (name) => {
  const file = readdirSync(fonts).find((entry) => entry.startsWith(`manrope-${name}-`) && entry.endsWith('.woff2'));
  return `data:font/woff2;base64,${readFileSync(fonts + file).toString('base64')}`;
};
const face = (name, range) =>
  `@font-face { font-family: Manrope; src: url(${font(name)}) format('woff2'); font-weight: 200 800; unicode-range: ${range}; }`;
const STYLE = `
  ${face('cyrillic', 'U+0301, U+0400-045F, U+2116')}
  ${face('latin', 'U+0000-00FF, U+2000-206F, U+20AC, U+2122, U+2212')}
  * { box-sizing: border-box; margin: 0; }
  body { font: 400 15px/1.5 Manrope, sans-serif; color: #16181d; font-variant-numeric: tabular-nums; }
`;
const WIDTH = 1123;
const HEIGHT = 794;
/** Position of the name (percent). Twin: `name_position` in seed/5-certificates.sql. */
const NAME = { x: 64, y: 48 };

/** Beside the block with the QR code, which the academy prints in the lower right corner (certificate-facts.ts). */
const TEACHERS = ['Мария Стоянова', 'Георги Илиев', 'Десислава Колева'];

const CERTIFICATES = [
  {
    file: 'operator.png',
    shape: 'vase',
    hue: 32,
    title: 'Оператор на 3D принтер',
    skill: 'Умее да подготвя модел, да настройва първия слой<br>и да избира правилния материал.',
  },
  {
    file: 'kalibrirane.png',
    shape: 'cube',
    hue: 255,
    title: 'Майстор на калибрирането',
    skill: 'Умее да измерва, да смята и да постига<br>един и същ размер всеки път.',
  },
  {
    file: 'konstruktor.png',
    shape: 'gear',
    hue: 150,
    title: 'Конструктор на печатни детайли',
    skill: 'Умее да създава модели, които се печатат<br>от първия път и се сглобяват без пила.',
  },
];

function certificate({ shape, hue, title, skill }) {
  const tint = `oklch(0.62 0.17 ${hue})`;
  const size = { width: 272, height: shape === 'vase' ? 380 : 272 };
  const body = printed({ shape, total: 30, done: 30, ...size });
  const { perimeters, infill } = slice(`certificate ${shape}`);
  const middle = (NAME.x / 100) * WIDTH;
  const name = (NAME.y / 100) * HEIGHT;
  const text = (y, style, words) => `<div class="line" style="top: ${y}px; ${style}">${words}</div>`;
  return `<!doctype html><html lang="bg"><style>${STYLE}
    body { width: ${WIDTH}px; height: ${HEIGHT}px; background: #faf7f2; position: relative; overflow: hidden; }
    svg { position: absolute; inset: 0; }
    .line { position: absolute; left: ${middle - 360}px; width: 720px; text-align: center; }
    .teachers { position: absolute; left: 408px; bottom: 58px; width: 290px; display: grid; gap: 4px; font: 700 15px/1.4 Manrope; }
    .teachers b { font-weight: 400; font-size: 14px; color: #5c6069; }
  </style><body>
  <svg width="${WIDTH}" height="${HEIGHT}" fill="none" stroke-linecap="round">
    <rect x="0" y="0" width="372" height="${HEIGHT}" fill="${tint}" opacity="0.09" />
    <clipPath id="side"><rect width="372" height="${HEIGHT}" /></clipPath>
    <g clip-path="url(#side)"><g transform="translate(-330 60) scale(3.3)" stroke="${tint}" opacity="0.22">
      <clipPath id="in"><path d="${perimeters.at(-1)}" /></clipPath>
      <path d="${infill}" clip-path="url(#in)" stroke-width="0.7" opacity="0.6" />
      ${perimeters.map((wall) => `<path d="${wall}" stroke-width="1.4" />`).join('')}
    </g></g>
    <g transform="translate(50 ${HEIGHT - 150 - size.height})">
      <path d="${body.hot}" stroke="#f2590d" stroke-width="${body.stroke}" />
    </g>
    <path d="M36 ${HEIGHT - 138}H336" stroke="#16181d" stroke-width="6" />
    <rect x="20" y="20" width="${WIDTH - 40}" height="${HEIGHT - 40}" rx="12" stroke="#16181d" stroke-opacity="0.16" stroke-width="1.5" />
    <g transform="translate(${middle - 58} 62) scale(0.086)" stroke-linecap="round">
      <rect width="512" height="512" rx="112" fill="#16181d" />
      <path stroke="#ff7a33" stroke-width="38" d="M172 350h168M140 292h232M124 234h264M140 176h232M180 118h152" />
      <path stroke="#faf7f2" stroke-width="18" d="M104 402h304" />
    </g>
    <path d="M${middle - 260} ${name + 34}H${middle + 260}" stroke="#16181d" stroke-opacity="0.35" stroke-width="1.5" />
  </svg>
  ${text(64, 'font: 800 27px/40px Manrope; letter-spacing: -0.02em; text-indent: 52px', 'Слой')}
  ${text(146, 'font: 800 60px/1.1 Manrope; letter-spacing: -0.02em', 'Сертификат')}
  ${text(222, 'font-size: 17px; color: #5c6069', 'на академията за 3D печат и 3D моделиране')}
  ${text(284, 'font-size: 18px; color: #5c6069', 'С него удостоверяваме, че')}
  ${text(name + 46, 'font-size: 18px; color: #5c6069', 'успешно премина всички изпити и е')}
  ${text(name + 84, 'font: 800 32px/1.2 Manrope; letter-spacing: -0.02em; color: #b23a00', title)}
  ${text(name + 134, 'font-size: 17px', skill)}
  <div class="teachers"><b>Преподаватели</b>${TEACHERS.map((teacher) => `<span>${teacher}</span>`).join('')}</div>
  </body></html>`;
}

const sheet = (title, lead, body) => `<!doctype html><html lang="bg"><head><title>${title}</title><style>${STYLE}
  @page { size: A4; margin: 12mm 14mm; }
  body { font-size: 10pt; }
  h1 { font: 800 25pt/1.15 Manrope; letter-spacing: -0.02em; }
  h2 { font: 800 12.5pt/1.3 Manrope; margin: 3.6mm 0 1.2mm; }
  p.lead { color: #5c6069; margin: 2mm 0 4mm; }
  ol { padding-left: 6mm; } li { margin-bottom: 0.9mm; }
  table { width: 100%; border-collapse: collapse; font-size: 9pt; }
  th, td { text-align: left; vertical-align: top; padding: 1.2mm 1.8mm; border-bottom: 0.3mm solid #d9d2c6; }
  th { font-weight: 800; border-bottom: 0.7mm solid #f2590d; }
  tbody th { border-bottom: 0.3mm solid #d9d2c6; }
  .tight { white-space: nowrap; }
  figure { display: inline-block; width: 31%; margin-right: 2%; vertical-align: top; }
  figcaption { font-size: 9.6pt; margin-top: 1mm; } figcaption b { display: block; }
  footer { margin-top: 4mm; padding-top: 2.5mm; border-top: 0.7mm solid #f2590d; font-size: 9.2pt; color: #5c6069; }
</style></head><body><h1>${title}</h1><p class="lead">${lead}</p>${body}
<footer>Слой, академия за 3D печат и 3D моделиране. Числата са начална точка: проверете ги с тест за Вашата ролка и Вашия принтер.</footer></body></html>`;

/** Cross-section of five lines of a first layer: `squash` is how flat they are, `gap` the distance between them. */
function lines(squash, gap) {
  const [rx, ry] = [12.5 * (2 - squash), 12 * squash];
  const step = rx * 2 + gap;
  const beads = Array.from(
    { length: 5 },
    (_, i) => `<ellipse cx="${95 + (i - 2) * step}" cy="${32 - ry}" rx="${rx}" ry="${ry}" />`,
  ).join('');
  return `<svg viewBox="0 0 190 40" width="100%" role="img"><g fill="#f2590d" stroke="#faf7f2" stroke-width="0.8">${beads}</g><path d="M4 34H186" stroke="#16181d" stroke-width="4" stroke-linecap="round" /></svg>`;
}

const FIRST_LAYER = sheet(
  'Първият слой',
  'Един лист за стената до принтера. Гледайте линиите, не числата на екрана.',
  `<h2>Какво виждате</h2>
  <figure>${lines(0.98, 4)}<figcaption><b>Високо</b>Нишките са кръгли, между тях има процепи. Свалете дюзата с 0,02 mm.</figcaption></figure>
  <figure>${lines(0.62, -3)}<figcaption><b>Добре</b>Равни, леко сплескани и слепени. Отдолу повърхността е гладка.</figcaption></figure>
  <figure>${lines(0.36, -10)}<figcaption><b>Ниско</b>Гребени и прозрачни ивици, екструдерът щрака. Вдигнете с 0,02 mm.</figcaption></figure>
  <h2>Преди всеки печат</h2>
  <ol><li>Плотът е чист: изопропилов спирт, а веднъж седмично топла вода и препарат за съдове.</li><li>Не го пипайте с пръсти след това.</li>
  <li>Дюзата и плотът са загрети поне пет минути: нивелирайте на топло.</li><li>По дюзата няма полепнала пластмаса.</li><li>Филаментът е сух и краят му тече чисто.</li></ol>
  <h2>Настройки за начало, дюза 0,4 mm</h2>
  <table><thead><tr><th>Материал</th><th>Дюза, °C</th><th>Плот, °C</th><th>Вентилатор, слой 1</th><th>Скорост, слой 1</th></tr></thead><tbody>
  <tr><th>PLA</th><td>215</td><td>60</td><td>спрян</td><td>20 mm/s</td></tr><tr><th>PETG</th><td>240</td><td>80</td><td>спрян</td><td>20 mm/s</td></tr>
  <tr><th>ABS, ASA</th><td>250</td><td>100</td><td>спрян</td><td>20 mm/s</td></tr><tr><th>TPU 95A</th><td>225</td><td>45</td><td>спрян</td><td>15 mm/s</td></tr></tbody></table>
  <h2>Ако не се хваща</h2>
  <ol><li>Измийте плота отново. Мазното петно има формата на пръст.</li><li>Свалете дюзата с 0,02 mm. Повторете най-много три пъти.</li><li>Пет градуса по-топъл плот.</li><li>Периферия (brim) от 5 mm за тесни детайли.</li>
  <li>Спрете течението: затворете прозореца, сложете кутия.</li></ol>
  <p>След печата изчакайте плотът да падне под 35 °C: детайлът се пуска сам.</p>`,
);

const MATERIALS = [
  [
    'PLA',
    '200–220',
    '55–60',
    '100 %',
    '45 °C, 6 ч',
    '60',
    'Макети, играчки, държачи на сянка',
    'Кола, тераса, постоянен товар',
  ],
  [
    'PETG',
    '230–250',
    '75–85',
    '30–50 %',
    '65 °C, 6 ч',
    '80',
    'Скоби, кутии, части за дома и кухнята без храна',
    'Остри мостове, много фини детайли',
  ],
  [
    'ABS',
    '240–255',
    '100–110',
    '0–20 %',
    '80 °C, 4 ч',
    '100',
    'Корпуси до топлина, части за лепене с ацетон',
    'Слънце, стая без проветряване',
  ],
  ['ASA', '245–260', '95–105', '0–20 %', '80 °C, 4 ч', '100', 'Градина, тераса, кола отвън', 'Стая без проветряване'],
  ['TPU 95A', '220–235', '40–50', '50–100 %', '55 °C, 8 ч', '–', 'Калъфи, крачета, уплътнения', 'Боудън, бърз печат'],
  [
    'Найлон',
    '250–270',
    '70–90',
    '0–30 %',
    '80 °C, 12 ч',
    '70–80',
    'Зъбни колела, панти, плъзгачи',
    'Влага: сушете преди всеки печат',
  ],
  [
    'PLA с влакна',
    '215–230',
    '55–60',
    '100 %',
    '45 °C, 6 ч',
    '60',
    'Корави, матови повърхности',
    'Месингова дюза: износва я',
  ],
];
const TABLE = sheet(
  'Материали: градуси и часове',
  'Започнете от най-лесния материал, който ще издържи. Температурата на омекване е за ненатоварен детайл; под товар сметнете с десет градуса по-малко.',
  `<table><thead><tr><th>Материал</th><th>Дюза, °C</th><th>Плот, °C</th><th>Вентилатор</th><th>Сушене</th><th>Омеква, °C</th><th>За какво</th><th>Пазете от</th></tr></thead>
  <tbody>${MATERIALS.map(([name, ...rest]) => `<tr><th>${name}</th>${rest.map((cell, i) => `<td${i < 5 ? ' class="tight"' : ''}>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table>
  <h2>Четири въпроса преди избора</h2>
  <ol><li>Колко топло ще му е? Зад предното стъкло на кола през юли става над 60 °C.</li><li>Ще стои ли на слънце с месеци? Тогава ASA.</li>
  <li>Удар или постоянен натиск? Удар: PETG или TPU. Натиск: PETG, ASA или найлон, защото PLA бавно се огъва.</li><li>Трябва ли да се огъва и да се връща? TPU.</li></ol>
  <h2>Как познавате мокра ролка</h2>
  <ol><li>Дюзата пука и съска.</li><li>Линията е матова и на мехурчета.</li><li>Между частите има тънки нишки дори при правилна ретракция.</li></ol>
  <h2>Кутия за съхранение</h2>
  <p>Кутия с гумено уплътнение от 5–6 литра събира една ролка. Вътре: 50 грама силикагел и влагомер. Под 25 % влажност е добре. Смени ли силикагелът цвета си, два часа на 110 °C го връщат към живот.</p>
  <h2>Безопасност</h2>
  <p>ABS и ASA отделят стирен: затворена кутия и отвеждане навън или проветрена стая, в която не седите. Отпечатаното е за храна само за еднократна употреба: между слоевете остават бактерии.</p>`,
);

const found = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
const browser = await chromium.launch({
  ...(found && { executablePath: found }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  mkdirSync(`${media}certificate-templates`, { recursive: true });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 2 });
  for (const drawing of CERTIFICATES) {
    await page.setContent(certificate(drawing));
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    writeFileSync(`${media}certificate-templates/${drawing.file}`, await page.screenshot());
  }
  for (const [file, html] of [
    ['parvi-sloy.pdf', FIRST_LAYER],
    ['materiali.pdf', TABLE],
  ]) {
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.pdf({ path: `${media}resources/${file}`, preferCSSPageSize: true, printBackground: true, tagged: true });
  }
} finally {
  await browser.close();
}
