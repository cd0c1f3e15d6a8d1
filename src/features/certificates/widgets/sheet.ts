/**
 * Layout of a certificate, shared by the card, the preview, the PDF and the console's canvas.
 * Lengths are px on a sheet of 1123 × 794 (A4 landscape, specification 2 §9); positions are percent of the sheet.
 */
export const SHEET = { width: 1123, height: 794 } as const;
export const PAGE_MM = { width: 297, height: 210 } as const;
/** Scale of the template image in the PDF relative to the sheet. */
export const SHEET_SCALE = 3;

const POINTS_PER_MM = 72 / 25.4;
/** Margin between the name and the nearer edge, as a share of the sheet's width. */
const MARGIN = 0.06;

export const pxToMm = (px: number): number => (px * PAGE_MM.width) / SHEET.width;
export const pxToPoints = (px: number): number => pxToMm(px) * POINTS_PER_MM;

/** Available width (px) for a name centred at `x` percent. */
export const nameWidth = (x: number): number => Math.max(0, 2 * (Math.min(x, 100 - x) / 100 - MARGIN)) * SHEET.width;

/** Font size at which a name fits: the wanted size, or a smaller one if the name would be too wide. */
export const fittingFontSize = (wanted: number, widthAtWanted: number, available: number): number =>
  widthAtWanted <= available || widthAtWanted === 0 ? wanted : Math.max(1, (wanted * available) / widthAtWanted);
