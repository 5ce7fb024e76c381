import { isValidPhoneNumber } from "libphonenumber-js/min";

/** 555-0100 to 555-0199 of every North American area code are nobody's, for ever. */
const LINES_OF_AN_AREA = 100;

const areaCodes = (): number[] =>
  Array.from({ length: 800 }, (_, index) => 200 + index).filter((area) => isValidPhoneNumber(`+1${area}5550100`));

/** Different numbers of fiction in E.164, some 45,000 at most. */
export const fictionalNumbers = (count: number): string[] => {
  const areas = areaCodes();
  if (count > areas.length * LINES_OF_AN_AREA)
    throw new Error(`there are ${areas.length * LINES_OF_AN_AREA} fictional numbers, not ${count}`);
  return Array.from({ length: count }, (_, index) => {
    const area = areas[Math.floor(index / LINES_OF_AN_AREA)];
    return `+1${area}5550${100 + (index % LINES_OF_AN_AREA)}`;
  });
};
