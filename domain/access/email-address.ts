import { z } from "zod";

const LONGEST_ADDRESS = 254;

/** An e-mail address in a request. */
export const emailAddress = z.string().trim().max(LONGEST_ADDRESS).pipe(z.email());

/** Returns the form in which addresses are compared: two that differ in capitals alone are one. The database compares them by `lower`. */
export const foldAddress = (email: string): string => email.toLowerCase();

/** Returns the domain of an address, in lower case. */
export const readDomain = (email: string): string => foldAddress(email.slice(email.lastIndexOf("@") + 1));
