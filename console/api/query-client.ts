import { QueryClient } from "@tanstack/react-query";
import { whenBack } from "./reachability.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // A request is repeated where it is sent; what the API refuses, it refuses again.
    queries: { staleTime: 10_000, retry: false },
  },
});

// After a silence everything on the page may be from before.
whenBack(() => void queryClient.invalidateQueries());
