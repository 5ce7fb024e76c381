/** Variables that were renamed, with their present names. */
export const FORMER_NAMES: Readonly<Record<string, string>> = { ENCRYPTION_KEY_PREVIOUS: "ENCRYPTION_KEYS_FORMER" };

interface Renamed {
  settings: Record<string, string | undefined>;
  faults: string[];
}

/** Accepts variables by their former names, with a warning; both names at once are a fault. */
export const renameFormer = (settings: Record<string, string | undefined>): Renamed => {
  const renamed: Renamed = { settings: { ...settings }, faults: [] };
  for (const [former, name] of Object.entries(FORMER_NAMES)) {
    if (settings[former] === undefined) continue;
    if (settings[name] !== undefined) {
      renamed.faults.push(
        `  ${former}: is the former name of ${name}, and both are set: move its value there and unset it`,
      );
      continue;
    }
    process.emitWarning(`${former} is now called ${name}: rename it; the former name will not be read for ever.`);
    renamed.settings[name] = settings[former];
  }
  return renamed;
};
