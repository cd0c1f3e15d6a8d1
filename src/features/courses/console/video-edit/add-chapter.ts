/** Adds a chapter to the WebVTT text of a lesson's chapters. Pure. */
import { type Cue, readVtt } from '@/shared/webvtt';

const clock = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(11, -1);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const written = ({ start, end, text }: Cue) => `${clock(start)} --> ${clock(end)}\n${escaped(text)}\n`;

/**
 * Starts a chapter at a second: the chapter that is there until now ends at it.
 * @param length of the video (s); where the last chapter ends
 * @returns undefined if the text has mistakes, which a rewritten text would lose, or if a chapter starts there already
 */
export function addChapter(vtt: string, start: number, title: (number: number) => string, length: number) {
  const { cues, errors } = vtt.trim() ? readVtt(vtt, 'chapters') : { cues: [], errors: [] };
  if (errors.length > 0 || cues.some((cue) => cue.start === start)) return undefined;
  const before = cues.filter((cue) => cue.start < start);
  const after = cues.filter((cue) => cue.start > start);
  const around = before.find((cue) => cue.end > start);
  const end = around?.end ?? after[0]?.start ?? length;
  const added = { start, end: Math.max(end, start + 1), text: title(before.length + 1) };
  const shortened = before.map((cue) => (cue === around ? { ...cue, end: start } : cue));
  return ['WEBVTT\n', ...[...shortened, added, ...after].map(written)].join('\n');
}
