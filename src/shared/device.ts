import { mobileAgent } from '@/shared/product';

/** The signs from which `deviceOf` derives the kind of this device (specification 1 §9, decision 15). */
export interface DeviceSigns {
  userAgent: string;
  /** True when Capacitor's bridge is present. */
  native: boolean;
  /** True when the app was opened from the home screen. */
  standalone: boolean;
  /** Number of touch points; tells an iPad from a Mac, because an iPad reports the user agent of a Mac but a Mac has no touch screen. */
  touchPoints: number;
}

export function deviceOf({
  userAgent,
  native,
  standalone,
  touchPoints,
}: DeviceSigns): 'desktop' | 'mobile-browser' | 'installed' | 'native' {
  if (native) return 'native';
  const isMobile = mobileAgent.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (!isMobile) return 'desktop';
  return standalone ? 'installed' : 'mobile-browser';
}

export const isStandalone = () =>
  window.matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** True on iOS and iPadOS, where installation and notifications work differently from other systems. */
export const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const bridge = () => (window as { Capacitor?: { isNativePlatform?: () => boolean } }).Capacitor;

/** The device of this browser. The build prerenders pages for a desktop. */
export const currentDevice = () =>
  typeof window === 'undefined'
    ? 'desktop'
    : deviceOf({
        userAgent: navigator.userAgent,
        native: bridge()?.isNativePlatform?.() === true,
        standalone: isStandalone(),
        touchPoints: navigator.maxTouchPoints ?? 0,
      });
