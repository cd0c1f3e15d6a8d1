/**
 * Names a browser and its system in words that people know.
 * Guarantees: pure and total; an unknown browser or system is omitted.
 */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
const pick = (table: readonly [RegExp, string][], agent: string) => table.find(([sign]) => sign.test(agent))?.[1];

export interface DeviceName {
  browser: string | undefined;
  system: string | undefined;
}

export const deviceName = (agent: string | null): DeviceName => ({
  browser: pick(browsers, agent ?? ''),
  system: pick(systems, agent ?? ''),
});
