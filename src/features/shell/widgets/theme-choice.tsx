import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { currentTheme, setTheme, type Theme } from '@/device/theme';
import { userMenu } from '@/shared/text/shell';
import { SegmentedControl } from '@/ui/segmented-control';

const themeIcons: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

/** Lets the learner choose this device's theme. */
export function ThemeChoice({ iconsOnly = false }: { iconsOnly?: boolean }) {
  const [theme, choose] = useState(currentTheme);
  return (
    <SegmentedControl
      label={userMenu.theme}
      iconsOnly={iconsOnly}
      options={(Object.keys(themeIcons) as Theme[]).map((value) => {
        const Icon = themeIcons[value];
        return { value, label: userMenu.themes[value], icon: <Icon size={20} aria-hidden="true" /> };
      })}
      value={theme}
      onChange={(next) => {
        setTheme(next);
        choose(next);
      }}
    />
  );
}
