export const LONGEST_CHANNEL_NAME = 100;

/** So many members a channel has at most, and so many agents. */
export const MOST_CHANNEL_MEMBERS = 500;

/** A member to whom callers are put through. */
interface Callee {
  user_id: number;
  /** Null: they are not called. */
  phone_number: string | null;
  /** They are there now. */
  takes_calls: boolean;
}

/** Returns why somebody cannot be called for a channel, by the field at fault; null: they can. */
export const findCalleeFault = (
  { user_id, phone_number, takes_calls }: Callee,
  memberIds: readonly number[],
): { field: keyof Callee; sentence: string } | null => {
  if (!memberIds.includes(user_id))
    return { field: "user_id", sentence: `${user_id} is no member of this channel: add them by user_ids` };
  return takes_calls && phone_number === null
    ? { field: "phone_number", sentence: "Nobody can be called without a number" }
    : null;
};
