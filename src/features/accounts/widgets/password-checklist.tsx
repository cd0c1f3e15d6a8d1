import { Check, Circle } from 'lucide-react';
import { metRules, passwordRules } from '@/shared/password-rules';
import { classNames } from '@/ui/class-names';
import { type Strength, strengthOf } from '../rules/password';
import { passwordRuleText, register, ruleState, strengthText } from '../text/register';

const tones: Record<Strength, string> = { weak: 'bg-danger', medium: 'bg-warn', strong: 'bg-ok' };

/** The five rules and the strength meter: one layer per fulfilled rule. */
export function PasswordChecklist({ password }: { password: string }) {
  const met = metRules(password);
  const strength = strengthOf(password);
  return (
    <div className="rounded-control bg-sunk p-3 text-sm">
      <div className="flex gap-1" aria-hidden="true">
        {passwordRules.map((rule, index) => (
          <span
            key={rule}
            className={classNames('h-1.5 grow rounded-full', index < met.length ? tones[strength] : 'bg-line')}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 font-bold">
        {password ? strengthText[strength] : register.rulesTitle}
      </p>
      <ul className="mt-1 grid gap-x-4 gap-y-1 min-[420px]:grid-cols-2">
        {passwordRules.map((rule) => {
          const done = met.includes(rule);
          const Icon = done ? Check : Circle;
          return (
            <li key={rule} className={classNames('flex items-center gap-2', done ? 'text-ink' : 'text-muted')}>
              <Icon size={16} aria-hidden="true" className={done ? 'text-ok' : ''} />
              {passwordRuleText[rule]}
              <span className="sr-only">: {done ? ruleState.met : ruleState.unmet}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Says whether the repeated password equals the password. */
export const PasswordMatch = ({ same }: { same: boolean }) => (
  <span className={classNames('font-bold', same ? 'text-ok' : 'text-danger')}>
    {same ? register.match : register.mismatch}
  </span>
);
