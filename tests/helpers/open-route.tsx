import { act, render } from '@testing-library/react';
import { createMemoryRouter, type DataRouter, RouterProvider, useLocation } from 'react-router-dom';
import { type Admission, guardedRoutes, openedLocation } from '@/app/routing/guards';
import { type RouteRule, routes } from '@/app/routing/routes';

/** A screen that renders only its URL. */
const Here = () => {
  const { pathname, search } = useLocation();
  return pathname + search;
};

/** Lets the guards decide and follows the redirects. */
export async function settled() {
  for (let turn = 0; turn < 4; turn += 1) await act(() => new Promise((later) => setTimeout(later)));
}

const withoutCode = (rules: readonly RouteRule[]) =>
  rules.map(({ around: _, ...rule }) => ({ ...rule, header: false, load: async () => Here }));

/** Opens a URL in a router in memory with the product's routes and guards; the screens render only their URL. */
export async function openRoute(address: string, rules: readonly RouteRule[] = routes) {
  let router: DataRouter | undefined;
  const made = createMemoryRouter(
    [
      {
        hydrateFallbackElement: <i />,
        children: guardedRoutes(withoutCode(rules), () => openedLocation(router)),
      },
    ],
    { initialEntries: [address] },
  );
  router = made;
  const view = render(<RouterProvider router={made} />);
  await settled();
  return { ...view, router: made };
}

/** The URL to which the guards lead from a URL, without rendering. */
export async function endOf(address: string): Promise<string> {
  const made = createMemoryRouter(
    guardedRoutes(withoutCode(routes), () => undefined),
    { initialEntries: [address] },
  );
  await new Promise<void>((done) => {
    if (made.state.initialized) done();
    made.subscribe(({ initialized }) => initialized && done());
  });
  const [admission]: Admission[] = Object.values(made.state.loaderData);
  made.dispose();
  return admission?.decision.kind === 'redirect' ? endOf(admission.decision.to) : address;
}
