/** Markdown for the Temporal UI. */
export const describeRental = (state: string, rentalId: number): string => `**${state}**\n\nRental ${rentalId}`;
