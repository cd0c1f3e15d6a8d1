import { useEffect, useState } from 'react';

/** Whether the video plays in picture-in-picture. */
export function usePip(video: HTMLVideoElement | null): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    if (!video) return;
    const read = () => setIs(document.pictureInPictureElement === video);
    const events = ['enterpictureinpicture', 'leavepictureinpicture'];
    for (const name of events) video.addEventListener(name, read);
    return () => {
      for (const name of events) video.removeEventListener(name, read);
      if (document.pictureInPictureElement === video) void document.exitPictureInPicture().catch(() => undefined);
    };
  }, [video]);
  return is;
}
