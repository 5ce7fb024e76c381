/** How long an agent may talk in one call, in seconds (`max_call_duration`): unless it says so, and at most. */
export const CALL_DURATION_SECONDS = { usual: 300, most: 1_200 } as const;
