import { readTextFile } from '@/shared/text-file';
import { questionsFromCsv } from './csv';
import { questionsFromGift } from './gift';
import type { Imported } from './imported';
import { questionsFromMoodleXml } from './moodle-xml';

/** Reads a chosen file by its content: exports of Moodle are often renamed. */
export async function readQuestions(file: File): Promise<Imported> {
  const text = await readTextFile(file);
  if (/^\s*<(?:\?xml|quiz)\b/.test(text)) return questionsFromMoodleXml(text);
  const isCsv = /\.csv$/i.test(file.name) || file.type === 'text/csv';
  return isCsv ? questionsFromCsv(text) : questionsFromGift(text);
}
