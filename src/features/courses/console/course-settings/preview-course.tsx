import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useConsoleMutation } from '@/features/console-kit/queries';
import { consoleToast } from '@/features/console-kit/widgets/console-toast';
import type { Plan } from '@/shared/entitlements';
import { Button } from '@/ui/button';
import { cardClass } from '@/ui/card';
import { Select } from '@/ui/select';
import { startPreview } from '../requests/preview';
import { settingsText as text } from '../text/course-settings';

const plans = ['free', 'pro', 'premium'] as const;

/** Shows the course as a learner with the chosen plan would see it, drafts included. */
export function PreviewCourse({ courseId }: { courseId: string }) {
  const [plan, setPlan] = useState<Plan>('premium');
  const start = useConsoleMutation(() => startPreview(courseId, plan), {
    onError: ({ detail }) => consoleToast.error(text.previewFailed, { description: detail }),
  });
  return (
    <section aria-label={text.preview} className={`${cardClass} grid gap-3 p-4`}>
      <h2 className="text-base">{text.preview}</h2>
      <p className="text-muted text-sm">{text.previewLead}</p>
      <Select label={text.previewPlan} value={plan} onChange={(event) => setPlan(event.target.value as Plan)}>
        {plans.map((one) => (
          <option key={one} value={one}>
            {text.previewPlans[one]}
          </option>
        ))}
      </Select>
      <Button busy={start.isPending || start.isSuccess} onClick={() => start.mutate()} className="justify-self-start">
        <Eye size={18} aria-hidden="true" />
        {text.previewStart}
      </Button>
    </section>
  );
}
