import {
  BookOpen,
  CalendarDays,
  CirclePlay,
  Clock,
  Crown,
  FileText,
  Flame,
  GraduationCap,
  type LucideIcon,
  Puzzle,
  Trophy,
  Users,
  Zap,
} from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  'play-circle': CirclePlay,
  'book-open': BookOpen,
  'academic-cap': GraduationCap,
  trophy: Trophy,
  fire: Flame,
  crown: Crown,
  'document-text': FileText,
  'puzzle-piece': Puzzle,
  calendar: CalendarDays,
  'user-group': Users,
  bolt: Zap,
  clock: Clock,
};

/** The icon of an achievement by its stored name; a trophy for unknown names (specification 2 §3). */
export const achievementIcon = (name: string): LucideIcon => icons[name] ?? Trophy;
