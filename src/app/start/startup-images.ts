/**
 * Startup images of the installed app on iOS. Without them, iOS shows a white screen while the app starts; iOS accepts only images of exactly the
 * screen's size. This module draws the images for this device while the product is open in the browser; iOS reads them when the learner adds the app
 * to the home screen.
 */
interface Theme {
  scheme: 'light' | 'dark';
  background: string;
}

/** Background colours of the themes. Twin: index.html. */
const THEMES: readonly Theme[] = [
  { scheme: 'light', background: '#faf7f2' },
  { scheme: 'dark', background: '#101216' },
];
/** Side of the icon (CSS px). */
const ICON = 128;
const SRC = '/icons/icon-512.png';

interface ScreenSize {
  width: number;
  height: number;
  ratio: number;
}

/** Draws the icon in the middle of the background. @returns a data URL */
function draw(icon: CanvasImageSource, { width, height, ratio }: ScreenSize, background: string): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * ratio, height * ratio];
  const context = canvas.getContext('2d');
  if (!context) return '';
  const side = ICON * ratio;
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(icon, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side);
  return canvas.toDataURL('image/png');
}

/** The media query by which iOS chooses an image. It always contains the portrait width and height, even for landscape. */
const mediaOf = ({ width, height, ratio }: ScreenSize, orientation: 'portrait' | 'landscape', { scheme }: Theme) =>
  `(prefers-color-scheme: ${scheme}) and (device-width: ${width}px) and (device-height: ${height}px) and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: ${orientation})`;

async function loadIcon(): Promise<CanvasImageSource> {
  const icon = new Image();
  icon.src = SRC;
  await icon.decode();
  return icon;
}

/** Adds four images: both orientations in both themes. */
export async function addStartupImages(
  { width, height }: Pick<ScreenSize, 'width' | 'height'> = screen,
  ratio = devicePixelRatio,
  load = loadIcon,
  paint = draw,
): Promise<void> {
  const icon = await load();
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const portrait = { width: short, height: long, ratio };
  for (const theme of THEMES)
    for (const orientation of ['portrait', 'landscape'] as const) {
      const size = orientation === 'portrait' ? portrait : { width: long, height: short, ratio };
      const link = document.createElement('link');
      link.rel = 'apple-touch-startup-image';
      link.media = mediaOf(portrait, orientation, theme);
      link.href = paint(icon, size, theme.background);
      document.head.append(link);
    }
}
