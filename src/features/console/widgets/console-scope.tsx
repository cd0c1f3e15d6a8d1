import type { ReactNode } from 'react';
import './console.css';

/** The element to which the console's style sheet applies. */
export const ConsoleScope = ({ children }: { children: ReactNode }) => <div className="console">{children}</div>;
