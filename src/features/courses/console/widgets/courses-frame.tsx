import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/features/console/widgets/console-frame';

/** The frame of the course screens. */
export const CoursesFrame = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <ConsoleFrame section="courses" title={title} lead={lead}>
    {children}
  </ConsoleFrame>
);
