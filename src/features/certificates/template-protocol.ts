/** Messages between a page and the worker that encodes the template of a certificate. */

/** Request to the worker. `picture` is the decoded template, or null for a white page; lengths in px. */
export interface TemplateOrder {
  picture: ImageBitmap | null;
  width: number;
  height: number;
}
export type TemplateAnswer = { bytes: ArrayBuffer } | { fault: string };

export const JPEG = { type: 'image/jpeg', quality: 0.85 } as const;
