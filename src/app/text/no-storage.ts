/** Shown in a browser that refuses to store data. Loaded late, because the first screen does not need this text. */
export const noStorageText = {
  label: 'Браузърът не пази данни',
  text: 'Браузърът не позволява на Слой да пази данни, затова курсовете не се отварят: разрешете данните на сайта (бисквитките) или отворете Слой в обикновен прозорец, не в частен.',
} as const;
