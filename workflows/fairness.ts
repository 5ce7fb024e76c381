/** Organizations share a worker fleet fairly: one with many calls due does not keep the others waiting. Children and activities inherit it. */
export const fairnessOf = (organizationId: number) => ({ fairnessKey: `org-${organizationId}` });
