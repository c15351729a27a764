CREATE TABLE "audio_store" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "audio_store_one_row" CHECK ("audio_store"."is_only")
);
