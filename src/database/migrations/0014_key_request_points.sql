DROP TABLE "key_requests";--> statement-breakpoint
CREATE UNLOGGED TABLE "key_requests" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL
);
