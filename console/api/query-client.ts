import { QueryClient } from "@tanstack/react-query";
import { subscribeToReturn } from "./reachability.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // The API client itself repeats requests, and repeating a refusal is of no use.
    queries: { staleTime: 10_000, retry: false },
  },
});

// After an outage everything on the page may be outdated.
subscribeToReturn(() => void queryClient.invalidateQueries());
