/**
 * Matches the forms of a Bulgarian word (with or without article, singular or plural) by Latin keys: „дюзите“ and "dyuzite" both find „Дюза“.
 * Guarantees: pure; two words are forms of each other exactly when they share a key.
 * Rule: never cut a word to a single stem. In Latin letters „печата“ may be печат + а or печа + та, so every reading is kept.
 */

/** One paradigm per row: the endings of one word's forms. `-` means no ending; `~` allows a short stem. */
const paradigms = [
  // Feminine: дюза, линия, част.
  'a ata i ite',
  'ya yata i ite',
  '- ta i ite',
  // Masculine: печат, принтер, плот; слой, край; учител.
  '- at a i ite ove ovete',
  'y yat ya i ite eve evete',
  '- yat ya i ite eve evete',
  // Masculine with a changed consonant: списък, подлог, кожух.
  'k kat ka tsi tsite',
  'g gat ga zi zite',
  'h hat ha si site',
  // Masculine with a lost vowel: филтър, ъгъл, възел, образец, участък.
  '~ar arat ara ri rite',
  '~al alat ala li lite',
  '~el elat ela li lite',
  '~en enat ena ni nite',
  '~ets etsa etsat tsi tsite',
  // Neuter: колело, копче, лице, калибриране, покритие.
  'o oto a ata',
  'e eto a ata',
  'e eto eta etata',
  'e eto iya iyata',
  'e eto ya yata',
  // Adjectives: бърз, първи; точен; кратък; добър; топъл.
  '- a o i ata oto ite iya iyat',
  'en na no ni nata noto nite niya niyat',
  'ak ka ko ki kata koto kite kiya kiyat',
  'ar ra ro ri rata roto rite riya riyat',
  'al la lo li lata loto lite liya liyat',
].map((row) => ({
  stemLetters: row.startsWith('~') ? 2 : 3,
  endings: row
    .replace('~', '')
    .split(' ')
    .map((ending) => (ending === '-' ? '' : ending)),
}));

/** The paradigms of each ending. */
const rowsOf = new Map<string, number[]>();
for (const [row, { endings }] of paradigms.entries())
  for (const ending of endings) rowsOf.set(ending, [...(rowsOf.get(ending) ?? []), row]);
const longestEnding = Math.max(...[...rowsOf.keys()].map(({ length }) => length));

/** One key per possible stem of the word; none for numbers and for words that are too short. */
export function inflectionKeys(latin: string): string[] {
  const keys: string[] = [];
  if (!/[a-z]$/.test(latin)) return keys;
  for (let cut = 0; cut <= longestEnding && cut < latin.length; cut++) {
    const stem = latin.slice(0, latin.length - cut);
    for (const row of rowsOf.get(latin.slice(stem.length)) ?? [])
      if (stem.length >= (paradigms[row]?.stemLetters ?? 0)) keys.push(`${row}:${stem}`);
  }
  return keys;
}
