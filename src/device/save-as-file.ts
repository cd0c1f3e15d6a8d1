/** Offers a text or Blob to the learner as a file. */
export function saveAsFile(name: string, content: string | Blob, type = 'application/json') {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A title as a file name that every system accepts. */
export const fileNameOf = (title: string, extension: string): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ').trim() || 'certificate'}.${extension}`;
