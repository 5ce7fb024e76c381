export const LONGEST_CAMPAIGN_NAME = 255;

/** Returns the name of the campaign of a time, `2026-12-01T10:00`. */
export const nameOccurrence = (parentName: string, local: string): string => {
  const end = `, ${local.replace("T", " ")}`;
  return `${parentName.slice(0, LONGEST_CAMPAIGN_NAME - end.length)}${end}`;
};

/** Returns the name of a campaign that is made of another one and was given none; a long one keeps its end. */
export const nameChild = (parentName: string, kind: "copy" | "redial" | "back-fill"): string => {
  const end = ` (${kind})`;
  return `${parentName.slice(0, LONGEST_CAMPAIGN_NAME - end.length)}${end}`;
};
