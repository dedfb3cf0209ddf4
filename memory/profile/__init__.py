"""What users say of themselves, as fields. Languages are data, one file each."""
