import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { messages, successes, validations } from '@/features/console-kit/text/messages';

// The exact messages of specification 3, §5 and §8, with `{…}` in place of a value. The console's tables must contain each of them, and
// a screen of the console must use every entry of the tables.

const errors = `
Failed to load certificates
Failed to create certificate
Failed to update certificate
Failed to save certificate
Failed to delete certificate
Failed to add requirement
Failed to remove requirement
Грешка при зареждане на новини
Грешка при запазване на новината
Грешка при изтриване на новината
Грешка при запазване на събитието
Грешка при изтриване на събитието
Failed to load event registrations
An error occurred while loading registrations
Failed to delete registration
An error occurred while deleting the registration
Error uploading image
Error uploading file: {}
Failed to load statistics
Failed to load users. Please try again.
Failed to update user: {}
Error updating user: {}
Magic link sent to {} successfully!
Failed to send magic link: {}
Error sending magic link: {}
Failed to load users. Admin operations require server-side implementation.
Failed to load notifications. This may require admin permissions.
Failed to load notifications: {}
Failed to send notification: {}
No users found matching your search.
No users found or insufficient permissions
No notifications found or insufficient permissions
Invalid email or password
Login failed
Unauthorized access
Failed to load tests. Please try again.
No Tests Found
Failed to load test. Please try again
Test not found
No test ID provided
Error loading course
Failed to load videos
Failed to load video data
Failed to add video
Video upload failed
Failed to update video
Failed to delete video
Failed to delete test
An unexpected error occurred
Failed to create course
Failed to load courses: {}
Failed to load video resources
Error loading resources
Failed to download {}
Opening file in new tab as fallback
Processing video...
Uploading video file...
Uploading thumbnail...
Invalid plan or billing period`;

const success = `
Certificate created successfully
Certificate updated successfully
Certificate deleted successfully
Requirement added successfully
Requirement removed successfully
Новината беше обновена успешно
Новината беше изтрита успешно
Събитието е обновено успешно!
Test notification sent successfully
Новината беше създадена успешно
Събитието е създадено успешно!
Събитието е изтрито успешно!
Name position set successfully
Registration deleted successfully
User {} updated successfully!
Broadcast notification sent successfully!
Targeted notifications sent to {} users!
Video added successfully
Video updated successfully
Video deleted successfully
Video uploaded and saved successfully!
Resource added successfully
Resource removed successfully
Resource file attached successfully
Resource uploaded successfully!
Test deleted successfully
Course "{}" created successfully!
Downloaded {}`;

const validation = `
Please fill in both title and message
Please upload a video file
Please provide a title for your video
Please select a video file first
Course ID is missing
Video title is required
Please either upload a video file or provide a video URL
Video ID or Course ID is missing
Please select at least one user for targeted notifications
Please enter a certificate title
Please select a test
Заглавието е задължително
Крайната дата трябва да е след началната дата
Продължителността трябва да е положително число
Only super admins can delete registrations`;

/** Messages of screens that have their own text files (learners' quiz, launch sign-up, cart, the course editor). */
const ofOtherScreens = `
Authentication required
Try Again
Course not found
This test doesn't have any questions yet
Please enter a valid email address
Failed to save your email. Please try again later.
You've already signed up today. We appreciate your enthusiasm!
Добавено в кошницата
Предупреждение`;

type Table = Record<string, Record<string, string | ((value: never) => string)>>;

/** The texts of a table, with `{}` in place of a value. */
const wordsOf = (table: Table) =>
  Object.values(table).flatMap((group) =>
    Object.values(group).map((entry) =>
      typeof entry === 'string' ? entry : (entry as (value: string) => string)('{}'),
    ),
  );

test.each([
  ['errors', errors, messages],
  ['successes', success, successes],
  ['validation', validation, validations],
])('every text of the specification is in the table: %s', (_, literals, table) => {
  const words = wordsOf(table as Table);
  expect(
    literals
      .trim()
      .split('\n')
      .filter((literal) => !words.includes(literal)),
  ).toEqual([]);
});

test('the list of other screens’ texts contains none that is in the table', () => {
  const words = [messages, successes, validations].flatMap((table) => wordsOf(table as Table));
  expect(
    ofOtherScreens
      .trim()
      .split('\n')
      .filter((literal) => words.includes(literal)),
  ).toEqual([]);
});

test('every message of the table is shown by a screen of the console in a test', () => {
  const folder = resolve(import.meta.dirname, '../../../../src');
  const code = readdirSync(join(folder, 'features'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /[\\/](console|console-kit|uploads)([\\/]|$)/.test(entry.parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  const names = Object.entries({ messages, successes, validations }).flatMap(([table, groups]) =>
    Object.entries(groups).flatMap(([group, entries]) => Object.keys(entries).map((key) => `${table}.${group}.${key}`)),
  );
  expect(names.filter((name) => !new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`).test(code))).toEqual([]);
});

test('every message has a test that shows it for its cause', () => {
  const tests = resolve(import.meta.dirname, '../../..');
  const files = ['unit/features', 'e2e'].flatMap((area) =>
    readdirSync(join(tests, area), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  );
  const code = files.join('\n');
  const literals = [
    ...[messages, successes, validations].flatMap((table) => wordsOf(table as Table)),
    ...ofOtherScreens.trim().split('\n'),
  ];
  expect(literals.length).toBeGreaterThan(110);
  // Search for the fixed parts of a message that contains a value.
  expect(literals.filter((literal) => !literal.split('{}').every((part) => code.includes(part.trim())))).toEqual([]);
});
