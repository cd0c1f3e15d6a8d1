import { Trash2 } from 'lucide-react';
import type { TemplateRow } from '@/features/console-kit/requests/rows';
import { courseText as text } from '@/features/console-kit/text/courses';
import { useTrash } from '@/features/console-kit/widgets/use-trash';
import { counted } from '@/shared/format/format';
import { joinFacts } from '@/shared/join-facts';
import { IconButton } from '@/ui/button';
import { cardClass } from '@/ui/card';

/** The course templates. A course becomes a template in its own settings. */
export function TemplateList({ templates }: { templates: readonly TemplateRow[] }) {
  const trash = useTrash('course_templates', { removed: text.templateRemoved, failed: text.templateRemoveFailed });
  return (
    <section aria-labelledby="course-templates" className={`${cardClass} overflow-hidden`}>
      <h2 id="course-templates" className="px-4 pt-3 pb-1 text-base">
        {text.templates}
      </h2>
      <p className="px-4 pb-2 text-muted text-xs">{text.templatesHint}</p>
      <ul>
        {templates.map(({ id, row_version, name, description, modules }) => (
          <li key={id} className="flex items-center gap-2 border-line border-t py-1 pr-1 pl-4">
            <div className="min-w-0 grow">
              <p className="wrap-anywhere font-semibold text-sm">{name}</p>
              <p className="line-clamp-1 text-muted text-xs">
                {joinFacts([counted(modules.length, ...text.lessons), description])}
              </p>
            </div>
            <IconButton label={text.removeTemplate(name)} onClick={() => void trash.remove(id, row_version)}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
