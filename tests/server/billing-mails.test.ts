import { expect, test } from 'vitest';
import { mailJobs } from '../../server/jobs/jobs';
import { Mailbox } from '../../server/mailbox/mailbox';

// The database returns each message once (tests/db/billing-notifications.test.ts); the mail job turns it into an e-mail.

test('a message about payments becomes an e-mail with a link to the app and without markup from its text', async () => {
  const mailbox = new Mailbox();
  const due = [
    { email: 'a@sloy.test', title: 'Плащането <не> мина', message: '15,00 €', link: '/settings?tab=billing' },
  ];
  const [job] = mailJobs(
    async () => due.splice(0),
    mailbox,
    () => 'https://sloy.example',
  );
  await job?.run(new AbortController().signal);
  await job?.run(new AbortController().signal);
  expect(mailbox.mails()).toMatchObject([{ to: 'a@sloy.test', subject: 'Плащането <не> мина' }]);
  expect(mailbox.mails()[0]?.html).toContain('<h2>Плащането &lt;не&gt; мина</h2>');
  expect(mailbox.mails()[0]?.html).toContain('href="https://sloy.example/settings?tab=billing"');
});
