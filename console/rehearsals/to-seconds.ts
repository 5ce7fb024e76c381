const MS_IN_SECOND = 1_000;

export const toSeconds = (ms: number): number => ms / MS_IN_SECOND;
