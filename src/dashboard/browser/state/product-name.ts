/** The name of the dashboard, for its head, its titles and its prints. */
export const productName = "Earshot";
