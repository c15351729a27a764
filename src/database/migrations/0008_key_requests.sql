CREATE UNLOGGED TABLE "key_requests" (
	"key_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"taken" integer NOT NULL,
	"granted" integer NOT NULL
);
