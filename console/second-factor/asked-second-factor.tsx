import { type ComponentProps, lazy, Suspense } from "react";

const Loaded = lazy(async () => ({ default: (await import("./give-second-factor.tsx")).GiveSecondFactor }));

/** Asks for a second factor. Its code is loaded only by whoever has one, so that the first page stays small. */
export const GiveSecondFactor = (props: ComponentProps<typeof Loaded>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
