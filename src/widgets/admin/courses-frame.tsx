import type { ReactNode } from 'react';
import { ConsoleFrame } from './console-frame';
import { UploadPanel } from './upload-panel';

/** The frame of the screens of courses, with the queue of uploads below. */
export const CoursesFrame = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <ConsoleFrame section="courses" title={title} lead={lead}>
    {children}
    <UploadPanel />
  </ConsoleFrame>
);
