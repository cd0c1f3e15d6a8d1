import type { ReactNode } from 'react';
import './console.css';

/** The element in which the console's own style sheet applies. */
export const ConsoleScope = ({ children }: { children: ReactNode }) => <div className="console">{children}</div>;
