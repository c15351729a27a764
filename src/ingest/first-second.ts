/** Said of the instant of a sample or a recording: 0 is the cursor of the start, and no second. */
export const beforeFirst = "is before 1970-01-01T00:00:01Z, the first second that is kept";
