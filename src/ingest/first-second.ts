/** The reason for rejecting a sample or recording at Unix second 0 or before: a cursor of 0 means the start. */
export const beforeFirst = "is before 1970-01-01T00:00:01Z, the first second that is kept";
