import { type ReactNode, useEffect, useRef } from 'react';

interface PlayerCoverProps {
  children: ReactNode;
  /** True to focus the cover if the focused control was removed. */
  takesFocus: boolean;
}

/** Replaces picture and controls. If its text needs more room, the frame grows with the cover. */
export function PlayerCover({ children, takesFocus }: PlayerCoverProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) box.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="relative grid min-w-0 place-items-center bg-[#0b0d10] p-4 text-center text-[#fff] outline-none"
    >
      {children}
    </div>
  );
}
