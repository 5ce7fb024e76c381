export const LONGEST_CAMPAIGN_NAME = 255;

/** Returns the name of a campaign that is made of another one and was given none; a long one keeps its end. */
export const nameChild = (parentName: string, kind: "copy" | "redial" | "back-fill"): string => {
  const end = ` (${kind})`;
  return `${parentName.slice(0, LONGEST_CAMPAIGN_NAME - end.length)}${end}`;
};
